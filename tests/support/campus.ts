import { join } from 'node:path'
import { afterAll, onTestFinished } from 'vitest'
import { builtInCampus } from '#campus/built-in.ts'
import { campus, setCampus } from '#campus/campus.ts'
import type { CampusSettings } from '#campus/campus-settings.ts'

/** The settings of a quite different campus, for CAMPUS_FILE. */
export const otherCampusFile = join(import.meta.dirname, 'other-campus.json')

/** Changes settings of the campus until the test ends. */
export function changeCampus(changes: Partial<CampusSettings>): void {
  keepCampusAfterTest()
  setCampus({ ...campus.settings, ...changes })
}

/** Brings back today's campus when the test ends. Call it in a test that saves settings. */
export function keepCampusAfterTest(): void {
  const { settings } = campus
  onTestFinished(() => setCampus(settings))
}

/**
 * Lets all tests of a file run on the built-in campus, because they are about its words, prices or terms. The others pass
 * with CAMPUS_FILE too.
 */
export function stayOnBuiltInCampus(): void {
  const { settings } = campus
  const { CAMPUS_FILE } = process.env
  if (!CAMPUS_FILE) return
  delete process.env.CAMPUS_FILE
  setCampus(builtInCampus)
  afterAll(() => {
    process.env.CAMPUS_FILE = CAMPUS_FILE
    setCampus(settings)
  })
}
