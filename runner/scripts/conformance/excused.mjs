const sampling = 'No tool of Lathe asks the model of its client: models are asked by conversations';
const roots = 'No tool of Lathe reads folders of its client';
const prompts =
  'A prompt is the text of a skill or of a sample: no image, resource or question stands in it';
const resources =
  'Resources are files of the workspace, by "file:" addresses; the suite reads "test:" ones';
const news = 'Files are not watched for clients, so that none is subscribed to';
const needs =
  'No tool of Lathe needs a capability of its client: without one a dialogue has no answer';
const taskFaults =
  'What breaks in a tool is a result that the model can read: no call of a tool fails as JSON-RPC';
const taskNeeds = 'No tool of Lathe needs a client that takes tasks: others wait for its answer';
const noTasks = 'An exported server ends with its client, so that no call outlives it';

const machines =
  'Somebody signs in to each server in a browser: Lathe has no identity of its own to sign in with';
const enterprise =
  'Somebody signs in to each server by themselves: no identity provider does it for a whole company';
const dpop = 'Tokens are not bound to a key (DPoP), which is an extension';

const noPrompts =
  'Prompts of an exported server are the samples of its tools, whose names hold their tool';

const stdio =
  'An exported server speaks over stdio, which has no headers: HTTP is put before it by the suite';

/** Why one check of a scenario (`scenario:check`) may fail, by what is tried: it does not apply, or is not built. */
const everywhere = {
  'tools-call-sampling:tools-call-sampling': sampling,
  'input-required-result-basic-sampling:sep-2322-sampling-incomplete': sampling,
  'input-required-result-capability-check:sep-2322-respect-client-capabilities': sampling,
  'input-required-result-multiple-input-requests:sep-2322-multiple-inputs-incomplete': sampling,
  'input-required-result-basic-list-roots:sep-2322-list-roots-incomplete': roots,
  'input-required-result-non-tool-request:sep-2322-non-tool-incomplete': prompts,
  'prompts-get-embedded-resource:prompts-get-embedded-resource': prompts,
  'prompts-get-with-image:prompts-get-with-image': prompts,
  'resources-read-text:resources-read-text': resources,
  'resources-read-binary:resources-read-binary': resources,
  'resources-templates-read:resources-templates-read': resources,
  'resources-subscribe:resources-subscribe': news,
  'resources-unsubscribe:resources-unsubscribe': news,
  'server-stateless:sep-2575-server-rejects-undeclared-capability': needs,
  'server-stateless:sep-2575-missing-capability-http-400': needs,
};

/** Extensions for sign-ins that no person makes, and for tokens of another kind. */
const asClient = {
  'auth/client-credentials-basic:client-credentials-grant-type': machines,
  'auth/client-credentials-basic:client-credentials-basic-auth': machines,
  'auth/client-credentials-jwt:client-credentials-grant-type': machines,
  'auth/client-credentials-jwt:client-credentials-jwt-verified': machines,
  'auth/wif-jwt-bearer:wif-grant-type': machines,
  'auth/enterprise-managed-authorization:complete-flow-token-exchange': enterprise,
  'auth/enterprise-managed-authorization:complete-flow-jwt-bearer': enterprise,
  'auth/dpop:sep-1932-client-token-request-proof': dpop,
  'auth/dpop:sep-1932-client-dpop-auth-scheme': dpop,
  'auth/dpop:sep-1932-client-fresh-proof': dpop,
  'auth/dpop-nonce:sep-1932-client-token-request-proof': dpop,
  'auth/dpop-nonce:sep-1932-client-dpop-auth-scheme': dpop,
  'auth/dpop-nonce:sep-1932-client-fresh-proof': dpop,
  'auth/dpop-nonce:sep-1932-client-as-nonce': dpop,
  'auth/dpop-nonce:sep-1932-client-rs-nonce': dpop,
};

/** An exported server knows no tasks, nor the tools that the suite makes them with. */
const withoutTasks = {
  'tasks-capability-negotiation:tasks-extension-advertised': noTasks,
  'tasks-capability-negotiation:sep-2663-tasks-methods-non-declaring': noTasks,
  'tasks-capability-negotiation:sep-2663-server-rejects-undeclared-client': noTasks,
  'tasks-capability-negotiation:tasks-per-request-meta-opt-in': noTasks,
  'tasks-dispatch-and-envelope:tasks-server-directed-creation-no-hint': noTasks,
  'tasks-dispatch-and-envelope:sep-2663-legacy-task-param-ignored': noTasks,
  'tasks-dispatch-and-envelope:tasks-immediate-result-shortcut': noTasks,
  'tasks-dispatch-and-envelope:tasks-result-type-complete-on-non-task-responses': noTasks,
  'tasks-dispatch-and-envelope:sep-2663-durable-create-strong-consistency': noTasks,
  'tasks-dispatch-and-envelope:sep-2663-tasks-get-invalid-task-id-32602': noTasks,
  'tasks-lifecycle:tasks-sync-tool-call': noTasks,
  'tasks-lifecycle:sep-2663-result-type-task-on-create': noTasks,
  'tasks-lifecycle:sep-2663-tasks-get-status-working': noTasks,
  'tasks-lifecycle:sep-2663-tasks-get-status-completed': noTasks,
  'tasks-lifecycle:sep-2663-tool-error-uses-completed-status': noTasks,
  'tasks-lifecycle:sep-2663-tasks-get-status-failed': noTasks,
  'tasks-lifecycle:sep-2663-cancel-ack-empty-result': noTasks,
  'tasks-lifecycle:tasks-cancel-terminal-idempotent-ack': noTasks,
  'tasks-mrtr-composition:sep-2663-mrtr-synchronous-before-task-creation': noTasks,
  'tasks-mrtr-input:sep-2663-tasks-get-status-input-required': noTasks,
  'tasks-mrtr-input:tasks-mrtr-tasks-update-resumes': noTasks,
  'tasks-mrtr-input:tasks-mrtr-partial-fulfillment': noTasks,
  'tasks-request-headers:tasks-headers-tolerate-mcp-method-on-tools-call': noTasks,
  'tasks-request-headers:sep-2663-routing-headers-accepted-on-tasks-get': noTasks,
  'tasks-request-headers:sep-2663-server-rejects-mismatched-mcp-name-on-tasks-get': noTasks,
  'tasks-request-state-removal:tasks-request-state-removal-setup': noTasks,
  'tasks-required-task-error:sep-2663-server-returns-missing-capability-when-required': noTasks,
  'tasks-wire-fields:tasks-wire-field-renames': noTasks,
  'tasks-wire-fields:tasks-no-early-ttl-expiry': noTasks,
  'tasks-wire-fields:tasks-no-related-task-meta-on-inlined-result': noTasks,
};

const aboutTasks = {
  'tasks-lifecycle:sep-2663-tasks-get-status-failed': taskFaults,
  'tasks-required-task-error:sep-2663-server-returns-missing-capability-when-required': taskNeeds,
};

export const excused = {
  mcp: { ...everywhere, ...aboutTasks },
  client: asClient,
  exported: {
    ...everywhere,
    ...withoutTasks,
    'prompts-get-simple:prompts-get-simple': noPrompts,
    'prompts-get-with-args:prompts-get-with-args': noPrompts,
    'dns-rebinding-protection:localhost-host-rebinding-rejected': stdio,
    'http-custom-header-server-validation:sep-2243-server-reject-invalid-param-chars': stdio,
    'http-custom-header-server-validation:sep-2243-server-reject-param-mismatch': stdio,
    'http-custom-header-server-validation:sep-2243-server-validate-param-match': stdio,
  },
};
