// What the service is measured against: Fastify as it comes, which parses a body and answers a constant. Prints its port.
import fastify from "fastify";

const app = fastify();
app.post("/", async () => ({ label: "yes" }));
await app.listen({ port: 0, host: "127.0.0.1" });
console.log(app.server.address().port);
