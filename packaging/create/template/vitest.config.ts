import { defineConfig } from 'vitest/config'

// The first test starts PostgreSQL and runs the migrations.
export default defineConfig({ test: { testTimeout: 60_000, hookTimeout: 60_000 } })
