/**
 * Python that performs jobs of every kind before the image is written. CPython rewrites its code for
 * the types that it meets; what it has learnt stays in the image, and no call has to learn it again.
 */
export const WARM_UP = String.raw`
def warm_up():
    import gc, json, linecache, sys
    modules, argv = dict(sys.modules), sys.argv
    number, text = {"type": "number"}, {"type": "string"}
    tool = {
        "file": "warm.py",
        "entry": "main",
        "mode": "bound",
        "parameters": {
            "type": "object",
            "properties": {"a": number, "b": number, "s": text, "t": text, "l": {"type": "array"}},
            "required": ["a", "b"],
        },
        "arguments": {"a": 1, "b": -2.5, "s": "it's", "t": "x", "l": [1, {"k": None}]},
    }
    program = 'print({a} + {b})\nprint("{s}", f"{{{a}}} {t}")\nfor n in {l}:\n    pass  # {s}\n'
    function = 'def main(a, b, s="", t="", l=()):\n    """Adds."""\n    print(s)\n    return {"sum": a + b, "l": l}\n'
    failing = 'def main(**all):\n    raise ValueError("warm")\n'
    jobs = [
        {**tool, "task": "template", "source": program},
        {**tool, "task": "call", "source": function},
        {**tool, "task": "call", "source": failing},
        {**tool, "task": "declare", "source": function, "arguments": {}},
    ]
    for job in jobs * 30:
        if not json.loads(lathe_prepare(json.dumps(job)))["done"]:
            lathe_run("")
    sys.modules.clear()
    sys.modules.update(modules)
    sys.argv = argv
    linecache.clearcache()
    gc.collect()
    gc.freeze()
warm_up()
del warm_up
`;
