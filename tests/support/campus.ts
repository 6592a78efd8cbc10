import { onTestFinished } from 'vitest'
import { campus, setCampus } from '#campus/campus.ts'
import type { CampusSettings } from '#campus/campus-settings.ts'

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
