import { readCpuMicros, readTreeMegabytes } from '../process-tree.ts'

export interface ProcessUsage {
  /** Cores in use, on average. */
  cores: number
  /** The highest of the samples. */
  megabytes: number
}

const sampleMs = 1_000

/** Starts to watch CPU and memory of a process and its descendants; returns a function that stops and reports. */
export function watchProcess(pid: number): () => ProcessUsage {
  const started = performance.now()
  const cpuBefore = readCpuMicros(pid)
  let megabytes = readTreeMegabytes(pid)
  const timer = setInterval(() => {
    // NaN while one of the processes ends.
    const current = readTreeMegabytes(pid)
    if (current > megabytes) megabytes = current
  }, sampleMs).unref()
  return function stop() {
    clearInterval(timer)
    const micros = (performance.now() - started) * 1_000
    return { cores: (readCpuMicros(pid) - cpuBefore) / micros, megabytes }
  }
}
