trap { "caught $_"; continue }
data words { 'a', 'b' }

function Test-Flow {
    [CmdletBinding()]
    param([int]$Limit = 10, [string]$Pattern = '^(a|b)\{2\}$')
    :outer for ($i = 0; $i -lt $Limit; $i++) {
        switch -Regex -CaseSensitive ("text$i") {
            '^t' { continue outer }
            { $_ -match '\d+' } { break outer }
            default { }
        }
    }
    do { $Limit-- } until ($Limit -le 0)
    while ($true) { break }
    try { throw 'x' } catch [System.IO.IOException], [ArgumentException] { 'io' } catch { $_ } finally { 'done' }
    & { param($x) $x * 2 } 4
    . { $script:shared = 1 }
    & 'Get-Date' -Format o 2>&1 | Out-Null
    Get-ChildItem | ? { !$_.PSIsContainer -and $_.Length -gt 1kb } | % { $_.Name } | % Length > $null
    $list = 1..5 + @(6; 7)
    $list[-1], $list[0..2], ($list | Sort-Object -Descending)[0]
    $hash = [ordered]@{ one = 1; 'two words' = { 2 }; 3 = $( 4 ) }
    $hash.one, $hash['two words'], "$($hash.3)"
    $args2 = @{ Path = '/'; Force = $true }
    Get-Item @args2
    cmd --% /c echo "un closed
    '{0:N2} {1}' -f 1.5, ('x' * 3)
    [int]::TryParse('5', [ref]$null), [math]::Max(1, 2), -not $true, !$false, -bnot 5
    if (-not ($a = Get-Variable x -ea 0)) { 'none' } elseif ($a -is [string]) { 's' } else { $a.Value }
    exit 0
}
