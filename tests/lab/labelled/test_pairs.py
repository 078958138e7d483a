from __future__ import annotations

import json

import pytest

from evidencelab.errors import InputError, OutputError
from evidencelab.lab.labelled.pairs import LabelledPair, pair_keys, parse_pair, read_pairs, write_pairs

ROW = {
    "text": "disk sda1 at 91%",
    "excerpt": "sda1 at 91%",
    "label": "faithful",
    "kind": "substring",
    "group": "disk",
}


def test_read_pairs_returns_what_was_written(tmp_path):
    pairs = [
        LabelledPair(**ROW),
        LabelledPair(
            **(ROW | {"id": "p2", "excerpt": "sda1\u2028at 19%", "label": "unfaithful", "lang": "en"})
        ),
    ]
    assert write_pairs(pairs, tmp_path / "pairs.jsonl") == 2
    assert list(read_pairs(tmp_path / "pairs.jsonl")) == pairs


def test_read_pairs_ignores_further_fields_blank_lines_and_a_byte_order_mark(tmp_path):
    path = tmp_path / "pairs.jsonl"
    path.write_text("\ufeff" + json.dumps(ROW | {"annotator": 3, "id": 7}) + "\r\n\n  \n", encoding="utf-8")
    (pair,) = read_pairs(path)
    assert (pair.id, pair.excerpt) == ("7", "sda1 at 91%")


@pytest.mark.parametrize(
    ("line", "message"),
    [
        pytest.param("{", "p.jsonl, line 4: is not JSON", id="not-json"),
        pytest.param("[" * 100_000, "line 4: is n", id="nested"),
        pytest.param('{"seed": ' + "9" * 5_000 + "}", "holds a number too long to be read", id="long-number"),
        pytest.param("[1]", "got list, expected an object", id="list"),
        pytest.param(
            json.dumps({k: v for k, v in ROW.items() if k != "group"}), "'group' is missing; name", id="group"
        ),
        pytest.param(json.dumps(ROW | {"kind": ""}), "'kind' is ''; name the edit", id="empty-kind"),
        pytest.param(
            json.dumps(ROW | {"label": "ok"}), "'label' is 'ok'; expected \"faithful\" or", id="label"
        ),
        pytest.param(json.dumps(ROW | {"text": None}), "'text' is None; expected a string", id="null-text"),
        pytest.param(json.dumps(ROW | {"text": ["x" * 999]}), "...; expected a string", id="long-value-cut"),
    ],
)
def test_parse_pair_names_line_field_and_remedy(line, message):
    with pytest.raises(InputError) as caught:
        parse_pair(line, "p.jsonl", 4)
    assert message in str(caught.value)
    assert caught.value.line == 4
    assert len(str(caught.value)) < 300


def test_read_pairs_stops_at_the_broken_line(tmp_path):
    path = tmp_path / "pairs.jsonl"
    path.write_text(json.dumps(ROW) + "\n\nnonsense\n", encoding="utf-8")
    pairs = read_pairs(path)
    assert next(pairs).group == "disk"
    with pytest.raises(InputError, match="line 3"):
        next(pairs)


@pytest.mark.parametrize("content", [pytest.param(b"", id="empty"), pytest.param(b"\n\n", id="blank")])
def test_read_pairs_refuses_a_file_without_pairs(tmp_path, content):
    path = tmp_path / "pairs.jsonl"
    path.write_bytes(content)
    with pytest.raises(InputError, match="holds no pair"):
        list(read_pairs(path))


def test_read_pairs_refuses_what_cannot_be_read(tmp_path):
    with pytest.raises(InputError, match="cannot be read"):
        list(read_pairs(tmp_path / "absent.jsonl"))
    (tmp_path / "latin.jsonl").write_bytes(b'{"text": "\xff"}')
    with pytest.raises(InputError, match="UTF-8"):
        list(read_pairs(tmp_path / "latin.jsonl"))


def test_write_pairs_refuses_a_folder(tmp_path):
    with pytest.raises(OutputError):
        write_pairs([LabelledPair(**ROW)], tmp_path)


def test_pair_keys_tell_apart_what_must_be_told_apart():
    base = LabelledPair(**ROW)
    moved = LabelledPair(**(ROW | {"text": "disk sda1 at 91%s", "excerpt": "da1 at 91%"}))
    relabelled = LabelledPair(**(ROW | {"label": "unfaithful"}))
    assert pair_keys(base) == pair_keys(LabelledPair(**(ROW | {"id": "other", "source": "s"})))
    assert pair_keys(base).text_hash != pair_keys(moved).text_hash
    assert pair_keys(base).claim_hash != pair_keys(moved).claim_hash
    assert pair_keys(base).claim_hash == pair_keys(relabelled).claim_hash
    assert pair_keys(base).pair_hash != pair_keys(relabelled).pair_hash
    assert all(-(2**63) <= key < 2**63 for key in pair_keys(base))


def test_pair_keys_bear_lone_surrogates():
    assert pair_keys(LabelledPair(**(ROW | {"text": "a\ud800b"}))).text_hash != 0


def test_write_pairs_bears_lone_surrogates(tmp_path):
    pair = LabelledPair(**(ROW | {"text": "磁盘 a\ud800b"}))
    write_pairs([pair], tmp_path / "pairs.jsonl")
    assert list(read_pairs(tmp_path / "pairs.jsonl")) == [pair]
