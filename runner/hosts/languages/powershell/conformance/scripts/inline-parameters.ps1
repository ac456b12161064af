function Add-Numbers($First, $Second = 2) { $First + $Second }
function Join-Words ([string[]] $Words, [string]$With = ', ', [switch] $Upper) {
    $text = $Words -join $With
    if ($Upper) { $text.ToUpper() } else { $text }
}
filter Select-Even { if ($_ % 2 -eq 0) { $_ } }
function Get-Nothing() { }
function Get-Now { Get-Date -Format o }; function Get-Later([int]$Minutes = 5) { (Get-Date).AddMinutes($Minutes) }
