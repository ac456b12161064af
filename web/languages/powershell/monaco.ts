import 'monaco-editor/languages/definitions/powershell/register';
