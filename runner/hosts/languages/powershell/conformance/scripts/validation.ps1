function Test-Rules {
    param(
        [ValidateSet("red", 'green', IgnoreCase = $true)][string]$Color = "red",
        [ValidateSet('a', 'b', ErrorMessage = "'{0}' is none of {1}")][string[]]$Letters = @('a'),
        [ValidateSet(1, 2, 3)]
        [int]$Level = 1,
        [ValidateRange(1, 10)][int]$Count,
        [ValidateRange('NonNegative')][int]$Natural,
        [ValidateLength(1, 20)][string]$Short,
        [ValidatePattern('^[a-z]+$')][string]$Word,
        [ValidatePattern("^\d{3}-\d{4}`$")][string]$Phone,
        [ValidateCount(1, 3)][string[]]$Few,
        [ValidateNotNullOrEmpty()][string]$Given,
        [ValidateNotNull()]$Something,
        [AllowNull()][AllowEmptyString()][AllowEmptyCollection()][string[]]$Any,
        [ValidateScript({ $_ -gt 0 -and ($_ % 2) -eq 0 }, ErrorMessage = 'Even only')][int]$Even = 2,
        [System.Management.Automation.ValidateSetAttribute('x', 'y')][string]$Long,
        [ArgumentCompleter({ param($c, $p, $w) 'a', 'b' })][string]$Completed,
        [PSDefaultValue(Help = 'Here')][string]$Documented = (Get-Location)
    )
}
