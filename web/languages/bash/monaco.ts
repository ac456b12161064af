import 'monaco-editor/languages/definitions/shell/register';
