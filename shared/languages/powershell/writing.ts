import type { Writing } from '../../tool/language.ts';

const reach = `- The script's commands are judged before every call: those that only read run, those that write are asked for, some are refused. No Invoke-Expression.`;

/** What a model has to know to write PowerShell for Lathe. Source: seed 000, and what the reader does. */
export const writing: Writing = {
  tool: `execution.ps1 is a PowerShell 7 script that begins with a param() block: one parameter for each parameter of the schema, with the same name. Nothing is pasted into it.
- What is written to the pipeline is the result. A terminating error is a failed call: throw a sentence that says what to correct.
${reach}`,
  module: `The folder holds one script, NAME.ps1, with the folder's own name. Every function at the top level is a tool, named Verb-Noun; names that begin with "_", "Internal-" or "Format-" are not.
- Comment-based help inside the function describes it: .SYNOPSIS, .DESCRIPTION, and .PARAMETER Name for each parameter. Use no other keywords.
- The param() block is the schema: [string], [int], [double], [bool], [switch], [string[]], [hashtable], [ValidateSet(...)]. [Parameter(Mandatory = $true)] makes one required.
- What is written to the pipeline is the answer, as JSON. A function Format-NAME-OF-THE-TOOL makes a text of it for the model.
- Write no NAME.tool.json: Lathe makes it.
${reach}`,
};
