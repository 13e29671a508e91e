// The bundler takes a style that is imported for its effect.
declare module '*.css';
