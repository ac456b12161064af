function Test-Numbers {
    param(
        $A = 1u, $B = 2y, $C = 3s, $D = 4us, $E = 5ul, $F = 6n,
        $G = 1.5, $H = 1e2, $I = 1E-2, $J = 2.5kb, $K = 0xFF, $L = 0xFFL,
        $M = 1gb, $N = 7lkb, $O = 1d, $P = 10.0D, $Q = 1., $R = -0.5,
        $S = 0xFFFFFFFF, $T = 0xFFFFFFFFL, $U = 0x7FFFFFFF, $V = 1E3L, $W = 2KB
    )
}
