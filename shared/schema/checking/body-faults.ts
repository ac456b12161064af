/**
 * The requirements on a request body beyond the types of its fields, by code. The page words the same codes
 * in other languages.
 */
export const bodyFaults = {
  'body-absolute-path': 'Enter an absolute path',
  'body-program': 'Enter a program, such as "mkdir"',
  'body-path': 'Enter a path',
  'body-model': 'Enter a model, such as "openai:gpt-5"',
  'body-answerer': 'Enter "person", PROVIDER:NAME or recording:ID',
  'body-which-tool':
    'Give "folder" or "toolId", name a tool with "tool", or pass a model\'s call as "call"',
  'body-arguments': 'Give "arguments", or a "call" that has them',
  'body-plain-value': 'Enter a value if "from" is "plain", and only then',
  'body-secret-name':
    'Its name looks like a secret: save it as a secret, or confirm that it is not one',
  'body-password': 'Remove the user name and password: use a header',
  'body-name': 'Choose another name',
  'body-client': 'Enter the ID of the client that the secret belongs to',
  'body-prototype': 'A rule cannot match a member named "__proto__": remove it',
} as const;
export type BodyFaultCode = keyof typeof bodyFaults;
