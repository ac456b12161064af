function A-One{param($X)$X};function A-Two{param([int]$Y=2,[switch]$Z)if($Z){$Y}else{-$Y}}
function A-Three
(
    [string]$P,
    [string]$Q = 'q'
)
{
    "$P$Q"
}
function A-Four { param ( ) 'none' } function A-Five { param ([Parameter(Mandatory)] [ValidateSet('u','v')] [string] $W) $W }
