"""Locates each placeholder of a program: in code, in a string, or in a comment.

Reads only quotes, brackets and comments. If it is wrong, fill_prove.py refuses the program.
"""

import re
from bisect import bisect_left
from collections import namedtuple

# kind: code, string, bytes, f-string, f-spec (a format specification) or comment. literal: the string around
# it. quotes: those of the f-strings around an expression, outermost first.
Place = namedtuple("Place", "kind literal quotes")


class Literal:
    """A string literal: prefix from start, content from open to close, regions of plain text."""

    __slots__ = ("start", "open", "close", "end", "prefix", "quote", "raw", "regions")


# Longer programs are proved in parts.
WHOLE = 32_768
# The shortest part.
LEAST = 512

PREFIXES = {"r", "u", "b", "br", "rb", "f", "fr", "rf", "t", "tr", "rt"}
TOKEN = re.compile(r"""'''|\"\"\"|['"#]""")
CUT = re.compile(r"""'''|\"\"\"|['"#()\[\]{}]|[\r\n](?=[^\s#)\]}])""")
FIELD = re.compile(r"""'''|\"\"\"|['"#()\[\]{}:]""")
COMMENT = re.compile(r"[^\r\n]*")
CONTINUES = re.compile(r"(?:else|elif|except|finally)\b")
ENDS = {
    "'": re.compile(r"(?:[^'\\\r\n]++|\\(?:\r\n|.))*+'", re.S),
    '"': re.compile(r'(?:[^"\\\r\n]++|\\(?:\r\n|.))*+"', re.S),
    "'''": re.compile(r"(?:[^'\\]++|\\.|'(?!''))*+'''", re.S),
    '"""': re.compile(r'(?:[^"\\]++|\\.|"(?!""))*+"""', re.S),
}
FORMATTED = {
    "'": re.compile(r"[{}\\'\r\n]"),
    '"': re.compile(r'[{}\\"\r\n]'),
    "'''": re.compile(r"[{}\\]|'''"),
    '"""': re.compile(r'[{}\\]|"""'),
}
OPENING, CLOSING = "([{", ")]}"


class Unterminated(Exception):
    pass


def scan(text, holes):
    """Return a Place for each hole, and offsets of lines at which a top-level statement may begin."""
    scanner = _Scanner(text, holes)
    try:
        scanner.program()
    except Unterminated:
        # The parser finds the error, too, with a better message.
        pass
    return [place or Place("code", None, ()) for place in scanner.places], scanner.cuts


class _Scanner:
    def __init__(self, text, holes):
        self.text = text
        self.starts = [hole.start for hole in holes]
        self.places = [None] * len(holes)
        self.quotes = ()
        self.cuts = []

    def put(self, start, end, kind, literal=None):
        for index in range(bisect_left(self.starts, start), bisect_left(self.starts, end)):
            if self.places[index] is None:
                self.places[index] = Place(kind, literal, self.quotes)

    def program(self):
        text, depth, at, last, cut = self.text, 0, 0, 0, 0
        pattern = CUT if len(text) > WHOLE else TOKEN
        while match := pattern.search(text, at):
            found, at = match[0], match.end()
            if found in "\r\n":
                if depth == 0 and text[match.start() - 1] != "\\" and not CONTINUES.match(text, at):
                    # A decorator belongs to the next statement.
                    if text[last] != "@" and at - cut >= LEAST:
                        self.cuts.append(at)
                        cut = at
                    last = at
            elif found in OPENING:
                depth += 1
            elif found in CLOSING:
                depth -= 1
            else:
                at = self.token(match)

    def token(self, match):
        """Return the offset after the comment or string that begins here."""
        found, at = match[0], match.end()
        if found == "#":
            end = COMMENT.match(self.text, at).end()
            self.put(at, end, "comment")
            return end
        return self.string(match.start(), found)

    def string(self, at, quote):
        text, literal = self.text, Literal()
        start = at
        while start > 0 and at - start < 3 and (text[start - 1].isalnum() or text[start - 1] == "_"):
            start -= 1
        prefix = text[start:at] if text[start:at].lower() in PREFIXES else ""
        kinds = prefix.lower()
        literal.start, literal.open = at - len(prefix), at + len(quote)
        literal.prefix, literal.quote, literal.raw = prefix, quote, "r" in kinds
        literal.regions = []
        if "f" in kinds or "t" in kinds:
            literal.close = self.formatted(literal.open, literal, "f-string")
            literal.end = literal.close + len(quote)
            return literal.end
        match = ENDS[quote].match(text, literal.open)
        if match is None:
            raise Unterminated
        literal.end = match.end()
        literal.close = literal.end - len(quote)
        literal.regions.append((literal.open, literal.close))
        self.put(literal.open, literal.close, "bytes" if "b" in kinds else "string", literal)
        return literal.end

    def formatted(self, at, literal, kind):
        """Read the plain text of an f-string up to its end, or of a specification up to its brace."""
        text, start = self.text, at
        pattern = FORMATTED[literal.quote]
        while match := pattern.search(text, at):
            found, at = match[0], match.end()
            follows = text[at : at + 1]
            if found == "\\":
                at = self.escape(at, literal)
            elif found == "{" and (follows != "{" or kind == "f-spec"):
                self.region(start, at - 1, literal, kind)
                at = start = self.field(at, literal)
            elif found == "}" and kind == "f-spec" or found == literal.quote:
                self.region(start, match.start(), literal, kind)
                return match.start()
            elif found in "{}":
                at += follows == found
            else:
                break
        raise Unterminated

    def escape(self, at, literal):
        text = self.text
        if text[at : at + 1] in ("{", "}"):
            return at
        if not literal.raw and text[at : at + 2] == "N{":
            return text.find("}", at) + 1 or len(text)
        return at + (2 if text[at : at + 2] == "\r\n" else 1)

    def region(self, start, end, literal, kind):
        literal.regions.append((start, end))
        self.put(start, end, kind, literal)

    def field(self, at, literal):
        """Return the offset after the brace that ends an expression of an f-string."""
        text, depth, start, outer = self.text, 0, at, self.quotes
        self.quotes = (*outer, literal.quote)
        while match := FIELD.search(text, at):
            found, at = match[0], match.end()
            if depth == 0 and found in ":}":
                self.put(start, match.start(), "code")
                self.quotes = outer
                return at if found == "}" else self.formatted(at, literal, "f-spec") + 1
            if found in OPENING:
                depth += 1
            elif found in CLOSING:
                depth -= 1
            elif found != ":":
                at = self.token(match)
        raise Unterminated
