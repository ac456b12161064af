"""Why a template is not filled, with the template's line and column."""


class Refusal(Exception):
    def __init__(self, kind, message, code, place=None, missing=None):
        super().__init__(message)
        self.error = {"class": kind, "message": message, "code": code}
        if place is not None:
            self.error["line"], self.error["column"] = place
        if missing is not None:
            self.error["missing"] = missing


def missing_message(key):
    return f"缺少必填参数: {key}"


def line_and_column(text, offset):
    """Lines end as Python's do: with CR, LF or both. Columns count code points."""
    before = text[:offset].replace("\r\n", "\n").replace("\r", "\n")
    return before.count("\n") + 1, len(before) - before.rfind("\n")
