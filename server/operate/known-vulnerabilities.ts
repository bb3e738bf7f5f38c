import { LISTED_ON, vulnerableVersions } from './vulnerable-versions.ts'

/**
 * Returns a line with the vulnerability and the version to install, or `undefined` if the version has no listed
 * vulnerability. A release line that is older than the newest listed one, and not listed itself, gets no fixes.
 */
export function vulnerabilityOf(component: keyof typeof vulnerableVersions, version: string): string | undefined {
  const { name, vulnerability, fixed } = vulnerableVersions[component]
  const [, fixedIn] = fixed.find(([line]) => isInLine(version, line)) ?? fixed.at(-1)!
  return isBefore(version, fixedIn)
    ? `${name} ${version} has a known vulnerability (${vulnerability}). Install ${fixedIn} or newer. The list is of ${LISTED_ON}.`
    : undefined
}

/** Returns a line for each vulnerable part of this process, and for its PostgreSQL. */
export function knownVulnerabilities(postgresVersion?: string): string[] {
  const { node, openssl } = process.versions
  return [
    vulnerabilityOf('node', node),
    openssl && vulnerabilityOf('openssl', openssl),
    postgresVersion && vulnerabilityOf('postgresql', postgresVersion),
  ].filter((line): line is string => !!line)
}

const isInLine = (version: string, line: string): boolean => version === line || version.startsWith(`${line}.`)

/** Reads `18.6 (Debian 18.6-1)` and `19beta3` too. */
const numbersOf = (version: string): number[] => (/^[\d.]+/.exec(version)?.[0] ?? '').split('.').map(Number)

function isBefore(version: string, other: string): boolean {
  const [numbers, others] = [numbersOf(version), numbersOf(other)]
  const place = others.findIndex((number, index) => number !== (numbers[index] ?? 0))
  return place >= 0 && (numbers[place] ?? 0) < others[place]!
}
