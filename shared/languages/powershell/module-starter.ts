/** The initial code of a module: functions with comment-based help. Each function is a tool. */
export const moduleStarter = `<#
.SYNOPSIS
    Work with short texts.
#>
# TOOL_CONFIG: {"executionPolicy": "ask-once", "resultApprovalPolicy": "never"}

function Get-Shout {
    <#
    .SYNOPSIS
        Say a text loudly.
    .PARAMETER Text
        What to say.
    .PARAMETER Times
        How often.
    #>
    param(
        [Parameter(Mandatory = $true)]
        [string]$Text,
        [int]$Times = 1
    )
    (1..$Times | ForEach-Object { "$($Text.ToUpper())!" }) -join ' '
}

function Get-WordCount {
    <#
    .SYNOPSIS
        Count the words of a text.
    .PARAMETER Text
        The text.
    #>
    param(
        [Parameter(Mandatory = $true)]
        [string]$Text
    )
    @{ words = @($Text -split '\\s+' -ne '').Count; characters = $Text.Length }
}
`;
