/** The rules for a model that writes a three-layer tool. Source: seed 001. */
export const writing = `The folder contains these files and no others:
- definition.json: "id" (the name of the folder), "description", "parameters" (a JSON Schema of type object: each property with a type and a description, "required" as a list), "category" (one word), "timeout" (seconds), and "kind": "readonly" if a call changes nothing, "write" if it changes something, "execute" if it runs programs. Do not write "policies": the person decides which calls need approval.
- execution.EXTENSION: the code.
- return.json: "truncate", the maximum number of characters that the model gets, and "template", the text that the person gets, with the placeholders {output}, {stderr}, {return_code} and {tool_id} and no others. Double all other braces.
- samples.json: a list of calls to try, each { "name": ..., "arguments": {...}, "expect": { "success": true } }. Write two or three, one of them an edge case.

A calling model knows only the description: say in two or three sentences what the tool does, when to call it and when not, and what it returns. Describe each parameter with its unit, its format and an example. Use enum, minimum, maxLength and default where they apply. Providers reject unusual schemas: no oneOf at the root, no recursive references.

definition.json of a tool, as an example:
{
  "id": "regex_test",
  "description": "Applies a regular expression (Python syntax) to a text and lists every match with its position.",
  "parameters": {
    "type": "object",
    "properties": {
      "pattern": { "type": "string", "description": "Regular expression in the syntax of Python's re module" },
      "text": { "type": "string", "description": "Text to search" }
    },
    "required": ["pattern", "text"]
  },
  "category": "text",
  "timeout": 5,
  "kind": "readonly"
}`;
