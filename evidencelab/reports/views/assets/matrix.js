(function () {
  "use strict";
  var table = document.getElementById("matrix");
  if (!table) { return; }
  var rows = Array.prototype.slice.call(table.tBodies[0].rows);
  var form = document.getElementById("filters");
  var count = document.getElementById("count");
  var fields = ["text", "tag", "language", "verdict"];
  var data = rows.map(function (row) {
    return {
      row: row,
      text: row.dataset.text.toLowerCase(),
      tags: (" " + row.dataset.tags + " "),
      language: row.dataset.language,
      verdicts: (" " + row.dataset.verdicts + " "),
      broken: row.dataset.broken === "1"
    };
  });
  function wanted(item, want) {
    return (!want.text || item.text.indexOf(want.text) >= 0) &&
      (!want.tag || item.tags.indexOf(" " + want.tag + " ") >= 0) &&
      (!want.language || item.language === want.language) &&
      (!want.verdict || item.verdicts.indexOf(" " + want.verdict + " ") >= 0) &&
      (!want.broken || item.broken);
  }
  function read() {
    var want = {broken: form.elements.broken.checked};
    fields.forEach(function (name) { want[name] = form.elements[name].value; });
    want.text = want.text.trim().toLowerCase();
    return want;
  }
  function apply() {
    var want = read(), shown = 0;
    data.forEach(function (item) {
      var keep = wanted(item, want);
      if (item.row.hidden === keep) { item.row.hidden = !keep; }
      if (keep) { shown += 1; }
    });
    count.textContent = shown + " of " + rows.length + " cases";
    var parts = fields.filter(function (name) { return want[name]; }).map(function (name) {
      return name + "=" + encodeURIComponent(want[name]);
    });
    if (want.broken) { parts.push("broken=1"); }
    try { history.replaceState(null, "", "#" + parts.join("&")); } catch (error) { /* a file address */ }
  }
  function restore() {
    location.hash.slice(1).split("&").forEach(function (part) {
      var at = part.indexOf("="), name = part.slice(0, at), value = decodeURIComponent(part.slice(at + 1));
      if (name === "broken") { form.elements.broken.checked = value === "1"; }
      else if (fields.indexOf(name) >= 0) { form.elements[name].value = value; }
    });
  }
  function move(cell, key) {
    var row = cell.parentNode, column = cell.cellIndex, next = null;
    if (key === "ArrowRight") { next = cell.nextElementSibling; }
    if (key === "ArrowLeft" && column > 1) { next = cell.previousElementSibling; }
    if (key === "Home") { next = row.cells[1]; }
    if (key === "End") { next = row.cells[row.cells.length - 1]; }
    if (key === "ArrowDown" || key === "ArrowUp") {
      do { row = key === "ArrowDown" ? row.nextElementSibling : row.previousElementSibling; }
      while (row && row.hidden);
      next = row && row.cells[column];
    }
    return next;
  }
  function focusable(cell) { return cell.querySelector("a") || cell; }
  table.addEventListener("keydown", function (event) {
    var cell = event.target.closest("td");
    if (!cell) { return; }
    var next = move(cell, event.key);
    if (next) { event.preventDefault(); enter(next); }
  });
  var current = null;
  function enter(cell) {
    if (current) { focusable(current).tabIndex = -1; }
    current = cell;
    focusable(cell).tabIndex = 0;
    focusable(cell).focus();
  }
  document.addEventListener("keydown", function (event) {
    var typing = /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName);
    if (event.key === "/" && !typing) { event.preventDefault(); form.elements.text.focus(); }
    if (event.key === "Escape" && typing) { event.target.value = ""; apply(); event.target.blur(); }
  });
  form.addEventListener("input", apply);
  form.addEventListener("submit", function (event) { event.preventDefault(); });
  form.addEventListener("reset", function () { setTimeout(apply, 0); });
  window.addEventListener("hashchange", function () { restore(); apply(); });
  form.hidden = false;
  restore();
  apply();
  var first = table.querySelector("tbody tr:not([hidden]) td");
  if (first) { current = first; focusable(first).tabIndex = 0; }
})();
