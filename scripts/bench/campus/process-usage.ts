import { readCpuMicros, readTreeMegabytes } from '../process-tree.ts'

export interface ProcessUsage {
  /** The average number of cores in use. */
  cores: number
  /** The largest of the samples. */
  megabytes: number
}

const sampleMs = 1_000

/** Starts to watch the CPU and memory of a process and its descendants. Returns a function that stops and reports. */
export function watchProcess(pid: number): () => ProcessUsage {
  const started = performance.now()
  const cpuBefore = readCpuMicros(pid)
  let megabytes = readTreeMegabytes(pid)
  const timer = setInterval(() => {
    // The value is NaN while one of the processes ends.
    const current = readTreeMegabytes(pid)
    if (current > megabytes) megabytes = current
  }, sampleMs).unref()
  return function stop() {
    clearInterval(timer)
    const micros = (performance.now() - started) * 1_000
    return { cores: (readCpuMicros(pid) - cpuBefore) / micros, megabytes }
  }
}
