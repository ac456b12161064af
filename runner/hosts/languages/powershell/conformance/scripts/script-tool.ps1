#!/usr/bin/env pwsh
<#
.SYNOPSIS
    Counts words.
.PARAMETER Path
    The file.
#>
[CmdletBinding()]
param(
    [Parameter(Mandatory)]
    [string]$Path,
    [ValidateSet('words', 'lines')]
    [string]$What = 'words',
    [int]$Most = 100
)

function _Split([string]$Text) { $Text -split '\s+' }

$text = Get-Content -Raw -LiteralPath $Path
switch ($What) {
    'words' { (_Split $text | Select-Object -First $Most).Count }
    'lines' { ($text -split "`n").Count }
}
