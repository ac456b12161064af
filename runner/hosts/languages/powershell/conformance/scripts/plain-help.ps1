<#
.SYNOPSIS
    Services of this machine.
#>

<#
.SYNOPSIS
    Finds services by name.
.PARAMETER Name
    A pattern such as "ssh*".
.PARAMETER State
    Which of them.
#>
function Find-Service {
    [CmdletBinding()]
    param(
        [Parameter(Mandatory = $true, Position = 0)]
        [string]$Name,

        [ValidateSet('Running', 'Stopped', 'Any')]
        [string]$State = 'Any',

        [switch]$Detailed
    )
    $found = Get-Service -Name $Name -ErrorAction SilentlyContinue
    if ($State -ne 'Any') { $found = $found | Where-Object { $_.Status -eq $State } }
    foreach ($one in $found) {
        [PSCustomObject]@{ Name = $one.Name; Status = "$($one.Status)"; Detailed = [bool]$Detailed }
    }
}

# Says hello.
function Say-Hello {
    param([string]$To = "you")
    "Hello, $To!"
}
