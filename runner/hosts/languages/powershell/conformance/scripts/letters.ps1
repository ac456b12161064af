# 工具：中文名字
function Get-问候 {
    param(
        # 名字
        [string]$名字 = '世界',
        [ValidateSet('早上', '晚上')][string]$时间 = '早上'
    )
    "你好，$名字（$时间）"
}

function Get-Typographic {
    param([string]$A = “smart ‘quotes’”, [string]$B = ‘single’, [int]$C = –3)
    Write-Output –InputObject “$A $B $C”
}

function Get-Größe([string]$Ärger = 'ü') { $Ärger }
