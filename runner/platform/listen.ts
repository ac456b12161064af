/** What the engine knows of a request and a `Request` does not say. */
export interface Arrival {
  /** The path and query as they stood on the request line, before anything normalised them. */
  rawPath: string;
}

export type Answer = (request: Request, arrival: Arrival) => Response | Promise<Response>;

export interface Listening {
  port: number;
  close(): Promise<void>;
}

/** Serves HTTP on one address; `taken` when another program has the port. Port 0 is any free one. */
export type Listen = (
  answer: Answer,
  at: { hostname: string; port: number },
) => Promise<Listening | 'taken'>;
