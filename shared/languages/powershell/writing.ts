import type { Writing } from '../../tool/language.ts';

const reach = `- Lathe checks the script's commands before every call: read-only commands run, commands that write need approval, forbidden commands are refused. Do not use Invoke-Expression.`;

/** The rules for a model that writes PowerShell for Lathe. Source: seed 000 and the reader. */
export const writing: Writing = {
  tool: `execution.ps1 is a PowerShell 7 script that starts with a param() block: one parameter for each parameter of the schema, with the same name. Nothing is pasted into it.
- The output of the pipeline is the result. A terminating error is a failed call: throw a sentence that says what to correct.
${reach}`,
  module: `The folder contains one script, NAME.ps1, where NAME is the name of the folder. Every function at the top level is a tool and is named Verb-Noun, except functions whose names start with "_", "Internal-" or "Format-".
- Comment-based help inside the function describes it: .SYNOPSIS, .DESCRIPTION, and .PARAMETER Name for each parameter. Use no other keywords.
- The param() block is the schema: [string], [int], [double], [bool], [switch], [string[]], [hashtable], [ValidateSet(...)]. [Parameter(Mandatory = $true)] makes a parameter required.
- The output of the pipeline is the result, as JSON. A function Format-NAME-OF-THE-TOOL turns it into text for the model.
- Do not write NAME.tool.json; Lathe creates it.
${reach}`,
};
