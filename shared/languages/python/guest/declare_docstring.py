"""Reads a docstring: Google, NumPy, reST and Epydoc styles, and the loose forms that people write.

`read(text)` returns a `Docstring`: the text before the first section is the description, and each entry
of a parameter section has a type, a text and whether it says "optional". Nothing here fails: text
outside sections is description.
"""

import inspect
import re

from declare_words import bare_type, expression

PARAMETERS = {"args", "arguments", "parameters", "params", "keyword args", "keyword arguments", "other parameters", "attributes", "参数", "参数说明", "入参"}
RETURNS = {"returns", "return", "返回", "返回值", "返回结果"}
OTHERS = {
    "raises", "yields", "yield", "example", "examples", "note", "notes", "warning", "warnings",
    "see also", "references", "todo", "usage", "warns", "methods", "output", "outputs", "except", "exceptions",
    "异常", "抛出", "示例", "例子", "注意", "备注", "警告", "说明", "用法",
}
HEADINGS = PARAMETERS | RETURNS | OTHERS

_field = re.compile(r"^[:@](param|parameter|arg|argument|key|keyword|type|returns?|rtype|raises?|yields?)\b\s*([^:]*):\s*(.*)$")
# The JSDoc form: `@param {string} name - text`.
_braced = re.compile(r"^[:@](param|returns?)\s+\{([^}]*)\}\s*(.*)$")
_entry = re.compile(
    r"^(?:[-*]\s+)?[`*]{0,2}(\*{0,2}[^\W\d]\w*)[`*]{0,2}\s*(?:[(（]([^()（）]*(?:\([^()]*\)[^()（）]*)*)[)）])?\s*(?::|：|--| - )\s*(.*)$"
)
_numpy = re.compile(r"^(\*{0,2}[^\W\d]\w*(?:\s*,\s*\*{0,2}[^\W\d]\w*)*)\s*(?::\s*(.*))?$")
_heading = re.compile(r"^(?:#+\s*|\*\*)?([^\W\d_]+(?: [A-Za-z]+)*)(?:\*\*)?\s*[:：]?\s*(?:\*\*)?$")
_choices = re.compile(r"\s*\(choices:\s*(\[.*\])\)\s*$")
_item = re.compile(r"^(?:[-*+•]|\d+[.)])\s")


class Entry:
    def __init__(self, name, type_text, text):
        self.name = name.lstrip("*")
        self.optional = bool(re.search(r"\boptional\b", type_text or "", re.I))
        self.text = text.strip()
        self.set_type(type_text or "")

    def set_type(self, type_text):
        """`type` is the written type, `expression` the same as a Python expression."""
        self.type = bare_type(type_text)
        self.expression = expression(self.type)

    def choices(self):
        """Read the choices of smolagents, `(choices: ["a", "b"])`, from the end of the text."""
        found = _choices.search(self.text)
        return found.group(1) if found else None

    def without_choices(self):
        return _choices.sub("", self.text).strip()


class Docstring:
    def __init__(self):
        self.description = ""
        self.entries = {}
        self.returns = None

    def add(self, entry):
        self.entries.setdefault(entry.name, entry)


def _indent(line):
    return len(line) - len(line.lstrip())


def _heading_of(lines, at):
    """Return the section that begins here, and the number of lines of its heading."""
    line = lines[at].strip()
    under = lines[at + 1].strip() if at + 1 < len(lines) else ""
    found = _heading.match(line)
    name = found.group(1).strip().lower() if found else ""
    if name not in HEADINGS:
        return None, 0
    if re.fullmatch(r"-{3,}|={3,}", under):
        return name, 2
    is_marked = line.endswith((":", "：")) or line.startswith(("#", "**")) or line.endswith(":**")
    return (name, 1) if is_marked else (None, 0)


def _join(lines):
    """Join the lines; keep those of list items."""
    text = ""
    for line in (line.strip() for line in lines):
        text += ("\n" if _item.match(line) else " ") + line if text and line else line
    return text


def _google(lines, document):
    """Read entries `name (type): text`, continued by deeper lines."""
    base = min((_indent(line) for line in lines if line.strip()), default=0)
    entry = None
    for line in [*lines, ""]:
        found = _entry.match(line.strip()) if line.strip() and _indent(line) == base else None
        if found:
            if entry:
                document.add(Entry(entry[0], entry[1], _join(entry[2])))
            entry = (found.group(1), found.group(2), [found.group(3)])
        elif entry:
            entry[2].append(line)
    if entry:
        document.add(Entry(entry[0], entry[1], _join(entry[2])))
    return entry is not None


def _numpy_section(lines, document):
    """Read entries `name : type`, with text in deeper lines."""
    base = min((_indent(line) for line in lines if line.strip()), default=0)
    at = 0
    while at < len(lines):
        line = lines[at]
        found = _numpy.match(line.strip()) if line.strip() and _indent(line) == base else None
        at += 1
        if not found:
            continue
        text = []
        while at < len(lines) and (not lines[at].strip() or _indent(lines[at]) > base):
            text.append(lines[at])
            at += 1
        for name in found.group(1).split(","):
            document.add(Entry(name.strip(), found.group(2), _join(text)))


def _is_numpy(lines):
    """Read entries with the name on one line and the text in deeper lines below."""
    shown = [line for line in lines if line.strip()]
    if not shown:
        return False
    base = _indent(shown[0])
    names = [line.strip() for line in shown if _indent(line) == base]
    return all(_numpy.match(name) for name in names) and (
        any(_indent(line) > base for line in shown) or any(" : " in name for name in names)
    )


def _returned(lines, numpy):
    text = _join(lines)
    named = re.match(r"^\w+ : (.+)$", next((line.strip() for line in lines if line.strip()), "")) if numpy else None
    if named:
        below = [line for line in lines if line.strip()][1:]
        return {"type": bare_type(named.group(1)), "note": _join(below)}
    found = re.match(r"^([A-Za-z_][\w.\[\], |]*?)\s*:\s*(.*)$", text)
    if found:
        return {"type": found.group(1).strip(), "note": found.group(2).strip()}
    shown = [line for line in lines if line.strip()]
    if len(shown) > 1 and _indent(shown[1]) > _indent(shown[0]):
        return {"type": shown[0].strip(), "note": _join(shown[1:])}
    return {"type": "", "note": text}


def _is_field(line):
    return _field.match(line.strip()) or _braced.match(line.strip())


def _field_block(lines, at, document, types):
    """Read a field such as `:param type name: text`, continued by deeper lines."""
    found = _braced.match(lines[at].strip())
    if found:
        kind, rest = found.group(1), re.match(r"^(\w*)(?:\s+-)?\s*(.*)$" if found.group(1) == "param" else r"^()(.*)$", found.group(3))
        subject, text = f"{rest.group(1)} ({found.group(2)})", [rest.group(2)]
        if kind != "param":
            types[""] = found.group(2)
    else:
        found = _field.match(lines[at].strip())
        kind, subject, text = found.group(1), found.group(2).strip(), [found.group(3)]
    base = _indent(lines[at])
    at += 1
    while at < len(lines) and lines[at].strip() and not _is_field(lines[at]):
        if _indent(lines[at]) < base or _heading_of(lines, at)[0]:
            break
        text.append(lines[at])
        at += 1
    if kind in ("type", "rtype"):
        types[subject if kind == "type" else ""] = _join(text)
    elif kind.startswith("return"):
        document.returns = {"type": "", "note": _join(text)}
    elif not kind.startswith(("raise", "yield")) and subject:
        # `:param name (type): text` is as frequent as `:param type name: text`.
        loose = re.match(r"^(\*{0,2}\w+)\s*\((.*)\)$", subject)
        type_text, _, name = (loose.group(2), "", loose.group(1)) if loose else subject.rpartition(" ")
        document.add(Entry(name, type_text, _join(text)))
    return at


def read(text):
    document = Docstring()
    if not text:
        return document
    lines = inspect.cleandoc(text).split("\n")
    before, types, at, in_section = [], {}, 0, False
    while at < len(lines):
        if _is_field(lines[at]):
            in_section = True
            at = _field_block(lines, at, document, types)
            continue
        name, taken = _heading_of(lines, at)
        if name is None:
            # Text after a section and outside of one belongs to the description only before the first
            # section.
            if not in_section:
                before.append(lines[at])
            at += 1
            continue
        in_section = True
        level = _indent(lines[at])
        at += taken
        body = []
        first = next((line for line in lines[at:] if line.strip()), "")
        is_deeper = _indent(first) > level
        # A deeper line that looks like a heading belongs to the section; if the whole section is deeper, the
        # first line that is not ends it.
        while at < len(lines) and not (
            lines[at].strip() and _indent(lines[at]) <= level and (is_deeper or _heading_of(lines, at)[0] or _is_field(lines[at]))
        ):
            body.append(lines[at])
            at += 1
        if name in PARAMETERS:
            if taken == 2 or _is_numpy(body) and not any(_entry.match(line.strip()) and " : " not in line for line in body):
                _numpy_section(body, document)
            else:
                _google(body, document)
        elif name in RETURNS:
            document.returns = _returned(body, taken == 2)
    for name, type_text in types.items():
        if name in document.entries and not document.entries[name].type:
            document.entries[name].set_type(type_text)
        elif name == "" and document.returns is not None:
            document.returns["type"] = bare_type(type_text)
        elif name and name not in document.entries:
            document.add(Entry(name, type_text, ""))
    paragraphs = [_join(part.split("\n")) if "\n-" not in part else part.strip() for part in re.split(r"\n\s*\n", "\n".join(before).strip())]
    document.description = "\n".join(part for part in paragraphs if part)
    return document
