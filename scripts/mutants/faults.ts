import { componentFaults } from './component-faults.ts'
import type { Fault } from './fault.ts'
import { guardFaults } from './guard-faults.ts'
import { queryFaults } from './query-faults.ts'
import { ruleFaults } from './rule-faults.ts'

/**
 * We chose these faults by reading the source alone, before looking at its tests. Otherwise the share that is caught would
 * say nothing. If you change a line that a fault needs, change the fault with it.
 */
export const faults: readonly Fault[] = [
  ...ruleFaults,
  ...queryFaults,
  ...guardFaults,
  ...componentFaults,
]
