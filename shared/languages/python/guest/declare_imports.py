"""What a module imports: other names for known types, and packages that no Python brings along."""

import ast
import sys

_TYPES = {"typing", "typing_extensions", "pydantic", "dataclasses", "enum", "collections", "datetime", "decimal", "uuid", "pathlib", "attrs", "attr", "msgspec"}
# Import names whose package is called otherwise.
_PACKAGES = {
    "yaml": "PyYAML", "bs4": "beautifulsoup4", "dateutil": "python-dateutil", "dotenv": "python-dotenv", "attr": "attrs", "jwt": "PyJWT",
    "docx": "python-docx", "pptx": "python-pptx", "slugify": "python-slugify", "PIL": "pillow", "cv2": "opencv-python", "sklearn": "scikit-learn",
}
# Packages that hold compiled code, or need one that does.
_COMPILED = {
    "pydantic", "pydantic_core", "numpy", "pandas", "scipy", "matplotlib", "sklearn", "torch", "tensorflow", "PIL", "cv2", "lxml", "cryptography",
    "orjson", "msgspec", "regex", "tokenizers", "transformers", "polars", "pyarrow", "psutil", "grpc", "fastapi", "langchain", "langchain_core", "mcp", "openai", "anthropic",
}


def use_own_names(tree):
    """`from typing import Optional as Opt` makes every `Opt` of the tree an `Optional`."""
    names = {
        alias.asname: alias.name
        for node in tree.body
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] in _TYPES
        for alias in node.names
        if alias.asname and alias.asname != alias.name
    }
    for node in ast.walk(tree) if names else ():
        if isinstance(node, ast.Name) and node.id in names:
            node.id = names[node.id]


def foreign_imports(body):
    """(import name, package, whether it is compiled, node) of what a call would need; guarded and late imports may fail."""
    found = {}
    for node in body:
        names = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            names = [node.module]
        for name in names:
            root = name.split(".")[0]
            if root not in sys.stdlib_module_names:
                found.setdefault(root, (root, _PACKAGES.get(root, root), root in _COMPILED, node))
    return list(found.values())
