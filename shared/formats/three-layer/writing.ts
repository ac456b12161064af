/** What a model has to know to write a tool of three layers. Source: seed 001. */
export const writing = `The folder holds these files and no others:
- definition.json: "id" (the folder's own name), "description", "parameters" (a JSON Schema of type object: each property with a type and a description, "required" as a list), "category" (one word), "timeout" (seconds), and "kind": "readonly" where a call changes nothing, "write" where it changes something, "execute" where it runs programs. Write no "policies": the person decides whether calls are asked for.
- execution.EXTENSION: the code.
- return.json: "truncate", the most characters of output that the model gets, and "template", the text that the person gets, over {output}, {stderr}, {return_code} and {tool_id}; no other names. Braces of its own are doubled.
- samples.json: a list of calls to try, each { "name": ..., "arguments": {...}, "expect": { "success": true } }. Give two or three, one of them an edge case.

The description is all that a calling model knows: say what the tool does, when to call it and when not, and what it gives back, in two or three sentences. Describe each parameter with its unit, its form and an example. Use enum, minimum, maxLength and default where they hold. Providers refuse exotic schemas: no oneOf at the root, no recursive references.

definition.json of a tool, as an example:
{
  "id": "regex_test",
  "description": "Tries a regular expression (Python syntax) on a text and lists every match with its position.",
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
