function Get-Texts {
    param([string]$Name = 'x')
    $a = 'single ''quoted'' } { ( ['
    $b = "double ""quoted"" } `" { $( if ($Name) { "inner $Name }" } else { '{' } )"
    $c = @"
here "text" with $( "quotes ' and } braces" ) and 'more
function Not-One { }
"@
    $d = @'
raw $( " ' } {
function Not-Two { }
'@
    $e = "a#b"; $f = a#b
    $g = "back`ntick `$notVariable ``"
    $h = ${odd name with } + "${env:PATH} $env:HOME $($x.y[0])"
    $i = "$Name`: $($Name -replace '["'']', '')"
    Write-Output `
        -InputObject $a `
        -NoEnumerate
    $a, $b, $c, $d, $e, $g, $i
}

function Get-After { 'still here' }
