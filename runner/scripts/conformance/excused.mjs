const sampling = 'No tool of Lathe asks the model of its client: models are asked by conversations';
const roots = 'No tool of Lathe reads folders of its client';
const prompts =
  'A prompt is the text of a skill or of a sample: no image, resource or question stands in it';
const resources =
  'Resources are files of the workspace, by "file:" addresses; the suite reads "test:" ones';
const news = 'Files are not watched for clients, so that none is subscribed to';
const needs =
  'No tool of Lathe needs a capability of its client: without one a dialogue has no answer';
const tasks =
  'Not built: the extension for tasks, which would apply (.github/decisions, "Tasks are not served yet")';

const machines =
  'Somebody signs in to each server in a browser: Lathe has no identity of its own to sign in with';
const enterprise =
  'Somebody signs in to each server by themselves: no identity provider does it for a whole company';
const dpop = 'Tokens are not bound to a key (DPoP), which is an extension';

const noPrompts = 'An exported server has no prompts';

const stdio =
  'An exported server speaks over stdio, which has no headers: HTTP is put before it by the suite';

/** Why a scenario, or one check of it (`scenario:check`), may fail, by what is tried: it does not apply, or is not built. */
const everywhere = {
  'tools-call-sampling': sampling,
  'input-required-result-basic-sampling': sampling,
  'input-required-result-capability-check': sampling,
  'input-required-result-multiple-input-requests': sampling,
  'input-required-result-basic-list-roots': roots,
  'input-required-result-non-tool-request': prompts,
  'prompts-get-embedded-resource': prompts,
  'prompts-get-with-image': prompts,
  'resources-read-text': resources,
  'resources-read-binary': resources,
  'resources-templates-read': resources,
  'resources-subscribe': news,
  'resources-unsubscribe': news,
  'server-stateless:sep-2575-server-rejects-undeclared-capability': needs,
  'server-stateless:sep-2575-missing-capability-http-400': needs,
  'tasks-capability-negotiation': tasks,
  'tasks-dispatch-and-envelope': tasks,
  'tasks-lifecycle': tasks,
  'tasks-mrtr-composition': tasks,
  'tasks-mrtr-input': tasks,
  'tasks-request-headers': tasks,
  'tasks-request-state-removal': tasks,
  'tasks-required-task-error': tasks,
  'tasks-wire-fields': tasks,
};

/** Extensions for sign-ins that no person makes, and for tokens of another kind. */
const asClient = {
  'auth/client-credentials-basic': machines,
  'auth/client-credentials-jwt': machines,
  'auth/wif-jwt-bearer': machines,
  'auth/enterprise-managed-authorization': enterprise,
  'auth/dpop': dpop,
  'auth/dpop-nonce': dpop,
};

export const excused = {
  mcp: everywhere,
  client: asClient,
  exported: {
    ...everywhere,
    'prompts-list': noPrompts,
    'prompts-get-simple': noPrompts,
    'prompts-get-with-args': noPrompts,
    'caching:sep-2549-prompts-list-caching-hints': noPrompts,
    'dns-rebinding-protection': stdio,
    'http-custom-header-server-validation': stdio,
  },
};
