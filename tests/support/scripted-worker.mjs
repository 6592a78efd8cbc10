import cluster from 'node:cluster'

// A cluster worker that does what its primary tells it: send a message, or exit.
cluster.worker.on('message', ({ send, exit }) => {
  if (send) process.send(send)
  if (exit !== undefined) process.exit(exit)
})
