function Get-Item2 {
    [CmdletBinding(DefaultParameterSetName = 'ByName')]
    param(
        [Parameter(Mandatory, ParameterSetName = 'ByName')]
        [string]$Name,
        [Parameter(Mandatory, ParameterSetName = 'ById')]
        [int]$Id,
        [Parameter(Mandatory, ParameterSetName = 'ByName')]
        [Parameter(Mandatory, ParameterSetName = 'ById')]
        [string]$Where,
        [Parameter(Mandatory, ParameterSetName = 'ByName')]
        [Parameter(ParameterSetName = 'ById')]
        [string]$Half,
        [Parameter(Mandatory = 1)]
        [string]$One,
        [Parameter(Mandatory = 0)]
        [string]$Zero,
        [Parameter(Mandatory=$TRUE, DontShow)]
        [string]$Secret,
        [Parameter(Mandatory)] $Bare,
        [parameter(mandatory)][alias('w')][int] $Width
    )
    $PSCmdlet.ParameterSetName
}
