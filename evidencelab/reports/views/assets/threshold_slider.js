window.evidencelabThresholds = function (root, data) {
  "use strict";
  var $ = function (name) { return root.querySelector("[data-el='" + name + "']"); };
  var accept = $("accept"), reject = $("reject"), vetoes = $("vetoes");
  var percent = function (k, n) {
    if (!n) { return "–"; }
    var share = 100 * k / n;
    return (k === 0 || k === n ? share.toFixed(0) : share.toFixed(share < 1 || share > 99 ? 2 : 1)) + " %";
  };
  var at = function (row, threshold) { return (vetoes.checked ? row.veto : row.plain)[Math.round(threshold / data.step)]; };
  var decide = function (row) {
    var accepted = at(row, +accept.value), kept = at(row, +reject.value);
    return {accepted: accepted, rejected: row.n - row.short - kept, uncertain: kept - accepted, short: row.short};
  };
  var sum = function (label, key) {
    return data.rows.reduce(function (total, row, index) {
      return row.label === label ? total + (key === "n" ? row.n : decided[index][key]) : total;
    }, 0);
  };
  var decided = [];
  var bar = function (cell, parts, n) {
    var x = 0;
    parts.forEach(function (value, index) {
      var piece = cell.children[index], width = n ? 100 * value / n : 0;
      piece.setAttribute("x", x + "%");
      piece.setAttribute("width", width + "%");
      x += width;
    });
  };
  var curve = function (label) {
    var total = 0, counts = [];
    data.rows.forEach(function (row) {
      if (row.label !== label) { return; }
      total += row.n;
      (vetoes.checked ? row.veto : row.plain).forEach(function (k, index) { counts[index] = (counts[index] || 0) + k; });
    });
    return counts.map(function (k, index) {
      return (index * data.step).toFixed(1) + "," + (total ? 100 - 100 * k / total : 100).toFixed(2);
    }).join(" ");
  };
  var draw = function () {
    decided = data.rows.map(decide);
    ["faithful", "unfaithful"].forEach(function (label) { $("curve-" + label).setAttribute("points", curve(label)); });
    [["line-accept", accept], ["line-reject", reject]].forEach(function (pair) {
      $(pair[0]).setAttribute("x1", pair[1].value);
      $(pair[0]).setAttribute("x2", pair[1].value);
    });
    $("accept-at").textContent = (+accept.value).toFixed(1);
    $("reject-below").textContent = (+reject.value).toFixed(1);
    data.rows.forEach(function (row, index) {
      var line = root.querySelector("[data-row='" + index + "']"), got = decided[index];
      line.querySelector("[data-cell='wrong']").textContent =
        percent(row.label === "faithful" ? got.rejected : got.accepted, row.n);
      line.querySelector("[data-cell='accepted']").textContent = percent(got.accepted, row.n);
      bar(line.querySelector("svg"), [got.accepted, got.uncertain, got.rejected, got.short], row.n);
    });
    ["faithful", "unfaithful"].forEach(function (label) {
      ["accepted", "uncertain", "rejected"].forEach(function (key) {
        $(label + "-" + key).textContent = percent(sum(label, key), sum(label, "n"));
      });
    });
    var costs = data.costs, f = sum("faithful", "n"), u = sum("unfaithful", "n");
    var half = function (label, key, n) { return n ? (sum(label, key) + (key === "uncertain" ? sum(label, "short") : 0)) / n : 0; };
    var cost = (1 - costs.p_unfaithful) * (costs.false_reject * half("faithful", "rejected", f) + costs.undecided * half("faithful", "uncertain", f)) +
      costs.p_unfaithful * (costs.false_accept * half("unfaithful", "accepted", u) + costs.undecided * half("unfaithful", "uncertain", u));
    $("cost").textContent = f && u ? cost.toPrecision(3) : "–";
  };
  accept.addEventListener("input", function () {
    if (+reject.value > +accept.value) { reject.value = accept.value; }
    draw();
  });
  reject.addEventListener("input", function () {
    if (+accept.value < +reject.value) { accept.value = reject.value; }
    draw();
  });
  vetoes.addEventListener("change", draw);
  $("chosen").addEventListener("click", function () {
    accept.value = data.accept_at;
    reject.value = data.reject_below;
    vetoes.checked = true;
    draw();
  });
  draw();
};
