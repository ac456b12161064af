function Get-Dynamic {
    [CmdletBinding()]
    param([Parameter(Mandatory)][string]$Kind, [Parameter(ValueFromRemainingArguments)]$Rest)
    dynamicparam {
        $all = [System.Management.Automation.RuntimeDefinedParameterDictionary]::new()
        if ($Kind -eq 'x') { $all.Add('Extra', [System.Management.Automation.RuntimeDefinedParameter]::new()) }
        $all
    }
    begin { $seen = @() }
    process { $seen += $_ }
    end { $seen.Count }
}

filter Where-Large([int]$Than = 5) { if ($_ -gt $Than) { $_ } }

function Invoke-Block {
    param([scriptblock]$Do = { param($x) $x + 1 }, [pscredential]$As, [string]$Name = 'n')
    & $Do 1
}
