function Test-Ternary {
    param([int]$Value = 3, [string]$Name)
    $kind = $Value -gt 2 ? 'large' : 'small'
    $shown = $Name ?? 'nobody'
    $Name ??= 'somebody'
    $length = ${Name}?.Length
    $first = ${Name}?[0]
    Test-Path / && "there" || "not there"
    "$kind $shown $length $first"
}

function Invoke-Clean {
    param([string[]]$Items)
    begin { $open = $true }
    process { $Items | ForEach-Object -Parallel { $_ } -ThrottleLimit 2 }
    end { 'end' }
    clean { $open = $false }
}

function Get-Nested([bool]$A, [bool]$B) {
    $A ? ($B ? 'both' : 'a') : $B ? 'b' : 'none'
}

function Start-Later { param([int]$Seconds = 1) $job = Start-Sleep -Seconds $Seconds & ; $job | Wait-Job }
