function global:Get-Global { param([string]$A) $A }
function script:Get-Script { param([string]$A) $A }
function _Private { 'private' }
function Internal-Helper { 'private, too' }
function Outer-One {
    param([int]$N)
    function Inner-One { param([int]$M) $M }
    Inner-One $N
}
function Format-Outer-One { param($Result, $Arguments) "$Result" }
if ($true) { function Not-TopLevel { } }
function Dotted.Name { 'dots' }
function Verb-Noun_With_Underscores2 { param($A, $B) }
FUNCTION Loud-One { PARAM([STRING]$A = 'X') $A }
