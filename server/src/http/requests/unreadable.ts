import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import type { FastifyServerOptions } from 'fastify'
import type { ErrorBody } from '#contract/http/errors.ts'
import { Refusal } from '../../platform/runtime/refusal.ts'
import { sendRefusal } from './errors.ts'

type Options = Required<Pick<FastifyServerOptions, 'frameworkErrors' | 'clientErrorHandler'>>

/** Error bodies for requests that reach no route, because the URL or the HTTP itself can't be parsed. */
export const unreadable: Options = {
  frameworkErrors: (_error, request, reply) => {
    reply.header('x-request-id', request.id)
    sendRefusal(new Refusal('malformed'), request, reply)
  },
  clientErrorHandler: (error, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
    sendRawRefusal(socket, statusOf(error.code))
  },
}

function statusOf(code: string | undefined): string {
  if (code === 'HPE_HEADER_OVERFLOW') return '431 Request Header Fields Too Large'
  return code === 'ERR_HTTP_REQUEST_TIMEOUT' ? '408 Request Timeout' : '400 Bad Request'
}

/** There is no request object, only a socket: the response is written by hand. */
function sendRawRefusal(socket: Socket, status: string): void {
  const { message, code } = new Refusal('malformed')
  const body: ErrorBody = { message, code, requestId: randomUUID() }
  const text = JSON.stringify(body)
  const head = [
    `HTTP/1.1 ${status}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(text)}`,
    `x-request-id: ${body.requestId}`,
    'connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${text}`)
}
