const BY_CODE: Readonly<Record<string, number>> = Object.fromEntries([
  ...'bif clp djf gnf isk jpy kmf krw pyg rwf ugx vnd vuv xaf xof xpf'.split(' ').map((code) => [code, 0]),
  ...'bhd iqd jod kwd lyd omr tnd'.split(' ').map((code) => [code, 3]),
])

/**
 * Returns the number of decimals of an amount in minor units, such as 2 for `eur`, 0 for `jpy` and 3 for `kwd`, from ISO 4217. The
 * data of `Intl` leaves out the decimals of currencies such as `huf`, and prices of a shop have them.
 */
export const currencyDecimals = (code: string): number => BY_CODE[code.toLowerCase()] ?? 2
