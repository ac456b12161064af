#Requires -Version 5.1
Set-StrictMode -Version Latest

function Measure-Folder
{
	[CmdletBinding(SupportsShouldProcess = $true,
		ConfirmImpact = 'Low')]
	[OutputType([PSCustomObject])]
	Param
	(
		# The folder to measure.
		[Parameter(
			Mandatory,
			ValueFromPipeline,
			ValueFromPipelineByPropertyName,
			HelpMessage = 'A folder'
		)]
		[Alias('FullName', 'PSPath')]
		[ValidateScript({ Test-Path -LiteralPath $_ -PathType Container })]
		[string[]]
		$Path,

		[Parameter()]
		[ValidateRange(0, 32)]
		[int]
		$Depth = 2,

		[Parameter(Mandatory = $false)]
		[double] $Threshold = 0.25
	)

	Begin
	{
		$total = 0
	}
	Process
	{
		foreach ($one in $Path)
		{
			$total += (Get-ChildItem -LiteralPath $one -Recurse -File -Depth $Depth |
				Measure-Object -Property Length -Sum).Sum
		}
	}
	End
	{
		[PSCustomObject] @{
			Bytes = $total
			Large = $total -gt ($Threshold * 1GB)
		}
	}
}
