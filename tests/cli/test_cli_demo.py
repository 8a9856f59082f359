from __future__ import annotations


def test_demo_explains_two_instructions(lanewise) -> None:
    done = lanewise("demo")
    assert (done.status, done.err) == (0, "")
    for text in ("[0 0 0 1 1 1 1 ... 128]", "so dst = 1", "■□■□■□■□■□■□■□■□   2 -1 6 -1 10 -1 … 30 -1", "lanewise ops"):
        assert text in done.out
    assert "\x1b" not in done.out
    assert max(map(len, done.out.splitlines())) <= 110


def test_demo_without_the_signs(lanewise, monkeypatch) -> None:
    monkeypatch.setattr("lanewise.cli.show.plain_signs", lambda: True)
    out = lanewise("demo").out
    assert "#-#-#-#-#-#-#-#-" in out
    assert out.isascii()
