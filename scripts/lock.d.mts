export function withLock<T>(
  file: string,
  sayWaiting: () => void,
  work: () => Promise<T>,
): Promise<T>
