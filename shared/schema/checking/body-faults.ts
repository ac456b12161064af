/**
 * The requirements on a request body beyond the types of its fields, by code. The page words the same codes
 * in other languages.
 */
export const bodyFaults = {
  'body-absolute-path': 'Give an absolute path',
  'body-program': 'Give a program, such as "mkdir"',
  'body-path': 'Give a path',
  'body-model': 'Give a model, such as "openai:gpt-5"',
  'body-answerer': 'Give "person", PROVIDER:NAME or recording:ID',
  'body-which-tool':
    'Give "folder" or "toolId", name a tool with "tool", or pass a model\'s call as "call"',
  'body-arguments': 'Give "arguments", or a "call" that has them',
  'body-plain-value': 'A plain value stands here',
  'body-secret-name': 'Its name is that of a secret: keep it as one, or say that it is none',
  'body-password': 'Leave name and password out: use a header',
  'body-name': 'Choose another name',
  'body-client': 'Name the client that the secret is of',
  'body-prototype': 'A rule cannot ask for a member of the name "__proto__": leave it out',
} as const;
export type BodyFaultCode = keyof typeof bodyFaults;
