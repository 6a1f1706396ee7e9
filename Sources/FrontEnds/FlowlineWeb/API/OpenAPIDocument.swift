public import Flowline
import Hummingbird

extension SessionAPI {
  /// The API as an OpenAPI 3.1 document, made from the operations that are served.
  ///
  /// - Parameters:
  ///   - title: the name of the program.
  ///   - version: the program's version.
  ///   - server: where the API is, as a URL that may be relative.
  ///   - visitorCookie: the name of the cookie by which ``Visitors`` know its users, see
  ///     ``Visitors/cookieName()``; nil if the API goes by another rule.
  public static func document(
    title: String = "Flowline", version: String = "1", server: String = ".",
    visitorCookie: String? = nil
  ) -> JSONValue {
    let about = """
      Guided flows: start one, answer its questions, read its result. Errors are RFC 9457. An address \
      that does not take a method answers 405, with those that it takes in Allow. What is refused before the \
      API sees it has no problem for its body: 400 for what is no HTTP, such as a header that is too large, \
      501 for a body in a coding other than chunks, 503 for more connections than the server takes.
      """
    var paths: [String: JSONValue] = [:]
    for operation in Operation.all {
      var path: [String: JSONValue] =
        if case .object(let members)? = paths["/\(operation.path)"] { members } else { [:] }
      path[operation.method.rawValue.lowercased()] = operation.document
      paths["/\(operation.path)"] = .object(path)
    }
    var components: [String: JSONValue] = [
      "schemas": .object(APISchemas.all), "headers": .object(APISchemas.headers),
    ]
    var members: [String: JSONValue] = [
      "openapi": "3.1.0",
      "info": [
        "title": .string(title), "version": .string(version),
        "description": .string(about),
      ],
      "servers": [["url": .string(server)]], "paths": .object(paths),
    ]
    if let visitorCookie {
      components["securitySchemes"] = ["visitor": securityScheme(of: visitorCookie)]
      members["security"] = [["visitor": []]]
    }
    members["components"] = .object(components)
    return .object(members)
  }

  /// What says whose request it is.
  private static func securityScheme(of cookie: String) -> JSONValue {
    [
      "type": "apiKey", "in": "cookie", "name": .string(cookie),
      "description": """
      Says whose sessions they are, and nothing else does: the reply to a request without it sets a new \
      one. Keep that and send it with each request; the digits at the end of its name are those of the \
      server's store. Tokens of agents are not taken here.
      """,
    ]
  }
}

extension Operation {
  fileprivate var document: JSONValue {
    var members: [String: JSONValue] = [
      "operationId": .string(id), "summary": .string(summary),
      "parameters": .array(parameters), "responses": .object(responses),
    ]
    switch body {
    case .none: break
    case .json:
      members["requestBody"] = [
        "required": true,
        "content": [
          "application/json": [
            "schema": [
              "type": "object", "additionalProperties": false,
              "properties": .object(
                Dictionary(uniqueKeysWithValues: properties.map { ($0.name, $0.schema) })),
              "required": .array(properties.filter(\.isRequired).map { .string($0.name) }),
            ]
          ]
        ],
      ]
    case .file:
      members["requestBody"] = [
        "required": true, "content": ["application/octet-stream": ["schema": [:]]],
      ]
    }
    return .object(members)
  }

  private var parameters: [JSONValue] {
    var parameters: [JSONValue] = []
    for (name, schema) in APISchemas.pathParameters where path.contains("{\(name)}") {
      parameters.append([
        "name": .string(name), "in": "path", "required": true, "schema": schema,
      ])
    }
    parameters += query.map {
      [
        "name": .string($0.name), "in": "query", "description": .string($0.summary),
        "schema": $0.schema,
      ]
    }
    if takesToken {
      let subject = "[0-9a-f]{1,16}|ended|paused|waiting|working"
      let tag = "(W/)?\"[0-9]{1,15}-(\(subject))(\\.[0-9a-f]{16})?\""
      parameters.append([
        "name": "If-Match", "in": "header",
        "description": """
        The ETag of the state whose question is meant, or that question's token in quotation marks; of \
        several, that of the question that is asked. If another is asked, or nothing, or the ETag is \
        weak, it is answered 412.
        """,
        "schema": ["type": "string", "pattern": .string("^(\\*|\(tag)(, \(tag))*)$")],
      ])
    }
    if replies.contains(where: { $0.status == 304 }) {
      parameters.append([
        "name": "If-None-Match", "in": "header",
        "description": "The ETag of a state that is known; if it is still that, the reply is 304.",
        "schema": ["type": "string"],
      ])
    }
    if takesPatience {
      parameters.append([
        "name": "Prefer", "in": "header",
        "description": "wait=5 waits so many seconds for the next question, a minute at the most.",
        "schema": ["type": "string", "examples": ["wait=1"]],
      ])
    }
    return parameters
  }

  private var responses: [String: JSONValue] {
    var responses: [String: JSONValue] = [:]
    for reply in replies {
      var response: [String: JSONValue] = [
        "description": reply.status == 304 ? "It has not changed." : "Done."
      ]
      if let schema = reply.schema {
        let type = APISchemas.mediaTypes[schema] ?? "application/json"
        response["content"] = [
          type: ["schema": ["$ref": .string("#/components/schemas/\(schema)")]]
        ]
      }
      if tellsState, Self.isState(reply.schema) || reply.status == 304 {
        response["headers"] = Self.header("ETag")
      }
      responses["\(reply.status)"] = .object(response)
    }
    for status in problems + [401, 403, 421, 423, 429, 500, 503] {
      var description = Problem(status: status, code: "", "").title
      if status == 403, let forbidding { description += ". " + forbidding }
      var response: [String: JSONValue] = [
        "description": .string(description),
        "content": [
          "application/problem+json": ["schema": ["$ref": "#/components/schemas/Problem"]]
        ],
      ]
      switch status {
      case 409 where isLaterByConflict: response["headers"] = Self.header("Retry-After")
      case 403 where forbidding == nil: break
      // A start that is refused has no state.
      case 403, 409, 412, 422:
        if tellsState, method == .post { response["headers"] = Self.header("ETag") }
      case 429, 503: response["headers"] = Self.header("Retry-After")
      default: break
      }
      responses["\(status)"] = .object(response)
    }
    return responses
  }

  /// Whether it tells how the session stands.
  private var tellsState: Bool { replies.contains { Self.isState($0.schema) } }

  private static func isState(_ schema: String?) -> Bool {
    schema == "State" || schema == "Delivered"
  }

  private static func header(_ name: String) -> JSONValue {
    [name: ["$ref": .string("#/components/headers/\(name)")]]
  }
}
