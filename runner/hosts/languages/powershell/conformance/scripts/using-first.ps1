#Requires -Version 7.0
#Requires -Modules @{ ModuleName = 'Microsoft.PowerShell.Utility'; ModuleVersion = '1.0' }
using namespace System.Text
using namespace System.IO

# region Tools
function ConvertTo-Base64 {
    [OutputType([string])]
    param([Parameter(Mandatory)][AllowEmptyString()][string]$Text, [switch]$Url)
    $coded = [Convert]::ToBase64String([Encoding]::UTF8.GetBytes($Text))
    if ($Url) { $coded.TrimEnd('=').Replace('+', '-').Replace('/', '_') } else { $coded }
}
# endregion

Export-ModuleMember -Function ConvertTo-Base64
