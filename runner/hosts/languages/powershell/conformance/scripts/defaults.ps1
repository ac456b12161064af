function Test-Defaults {
    param(
        [string]$Plain = 'it''s',
        [string]$Double = "a ""b"" `"c`" `t end",
        [string]$Empty = '',
        [int]$Negative = -5,
        [int]$Positive = +5,
        [int]$Hex = 0x1F,
        [long]$Kilo = 4KB,
        [long]$Mega = 1mb,
        [double]$Float = 1.5e3,
        [double]$Point = .5,
        [decimal]$Money = 1.25d,
        [long]$Long = 10L,
        [int]$Binary = 0b101,
        [bool]$Yes = $true,
        [bool]$No = $False,
        [string]$Nothing = $null,
        [string[]]$List = @('a', 'b'),
        [int[]]$Comma = (1, 2, 3),
        [object[]]$None = @(),
        [hashtable]$Table = @{ a = 1; 'b c' = 'two'; d = @(1, 2) },
        [string]$Worked = (Get-Location).Path,
        [string]$Home1 = "$HOME/x",
        [datetime]$When = (Get-Date),
        [string]$Here = @'
one
two 'three'
'@,
        [string]$HereDouble = @"
a "b"
c
"@,
        $Untyped = 7,
        [switch]$Flag
    )
    $PSBoundParameters
}
