import 'monaco-editor/languages/definitions/python/register';
