/** The day on which the list was collected from the announcements of the projects. */
export const LISTED_ON = '2026-11-28'

interface VulnerableVersions {
  name: string
  vulnerability: string
  /** For each release line with fixes, the first version without the vulnerability. Older lines first. */
  fixed: readonly (readonly [line: string, version: string])[]
}

export const vulnerableVersions = {
  node: {
    name: 'Node',
    vulnerability: 'CVE-2026-111497 in the Brotli decoder, which no request to the shop reaches',
    fixed: [
      ['22', '22.23.4'],
      ['24', '24.22.1'],
      ['26', '26.12.1'],
    ],
  },
  openssl: {
    name: 'OpenSSL',
    vulnerability: 'CVE-2026-14456 and others of August 2026',
    fixed: [
      ['3.5', '3.5.8'],
      ['3.6', '3.6.4'],
    ],
  },
  postgresql: {
    name: 'PostgreSQL',
    vulnerability: 'CVE-2026-6471 and 27 others of August 2026',
    fixed: [
      ['15', '15.19'],
      ['16', '16.15'],
      ['17', '17.11'],
      ['18', '18.6'],
    ],
  },
} as const satisfies Record<string, VulnerableVersions>
