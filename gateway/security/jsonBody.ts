import express, { type RequestHandler } from 'express';
import { HttpRefusal } from '../problems.js';
import { patientParser } from './patientParser.js';

const parseJson = patientParser(express.json({ limit: '100kb', type: 'application/json' }));

/** Reads a JSON body of at most 100 kB; no body is an empty object. */
export const jsonBody: RequestHandler = (request, response, next) => {
  if (request.is('application/json') === false) {
    throw new HttpRefusal(415, 'not-json', 'Send the request as application/json.');
  }
  parseJson(request, response, (error?: unknown) => {
    request.body ??= {};
    next(error);
  });
};
