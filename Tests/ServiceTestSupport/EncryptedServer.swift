import NIOCore
import NIOPosix
package import NIOSSL

/// A server on loopback that answers every request with `{}`, by TLS of some versions or by none.
package enum EncryptedServer {
  /// A certificate for 127.0.0.1 that nobody trusts but these tests.
  package static var certificate: NIOSSLCertificate {
    get throws { try NIOSSLCertificate(bytes: Array(certificatePEM.utf8), format: .pem) }
  }

  /// Runs a test's work against a server.
  ///
  /// - Parameters:
  ///   - version: the newest version of TLS that it speaks; nil for a server that speaks none.
  ///   - work: is given the address, with `https`.
  package static func with<Value>(
    atMost version: TLSVersion?, _ work: (String) async throws -> Value
  ) async throws -> Value {
    let context = try version.map { try Self.makeContext(atMost: $0) }
    let listener = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          let pipeline = channel.pipeline.syncOperations
          if let context { try pipeline.addHandler(NIOSSLServerHandler(context: context)) }
          try pipeline.addHandler(OneAnswer())
        }
      }
      .bind(host: "127.0.0.1", port: 0).get()
    do {
      let value = try await work("https://127.0.0.1:\(listener.localAddress?.port ?? 0)")
      try await listener.close().get()
      return value
    } catch {
      try? await listener.close().get()
      throw error
    }
  }

  private static func makeContext(atMost version: TLSVersion) throws -> NIOSSLContext {
    let key = try NIOSSLPrivateKey(bytes: Array(keyPEM.utf8), format: .pem)
    var configuration = TLSConfiguration.makeServerConfiguration(
      certificateChain: [.certificate(try certificate)], privateKey: .privateKey(key))
    configuration.minimumTLSVersion = .tlsv1
    configuration.maximumTLSVersion = version
    return try NIOSSLContext(configuration: configuration)
  }

  private final class OneAnswer: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      let answer = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}"
      context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: answer)), promise: nil)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
      context.close(promise: nil)
    }
  }

  private static let certificatePEM = """
    -----BEGIN CERTIFICATE-----
    MIIBcjCCARegAwIBAgIBATAKBggqhkjOPQQDAjAZMRcwFQYDVQQDDA5GbG93bGlu
    ZSB0ZXN0czAgFw0yMDAxMDEwMDAwMDBaGA8yMTIwMDEwMTAwMDAwMFowGTEXMBUG
    A1UEAwwORmxvd2xpbmUgdGVzdHMwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAARt
    Jfql50BdDNK8XB/9y2O8IVSxj0h+cYDVvSkqeKsj3bJvZc+O47iLGtDUpJcIirz4
    BN1SZsi3d5T5TypK/n6yo04wTDAPBgNVHRMBAf8EBTADAQH/MBoGA1UdEQQTMBGH
    BH8AAAGCCWxvY2FsaG9zdDAdBgNVHQ4EFgQU/1GN6v4iq7Az4OCawm/eGUXO/jQw
    CgYIKoZIzj0EAwIDSQAwRgIhAMwi5J2raS+PcwIsJdBpd7oUhzK4+Wk6NjIony/S
    OHwLAiEAutSXYzHTFq6BWc5uKob1y+OJMBen43H0W3eDbPCMzCI=
    -----END CERTIFICATE-----
    """

  private static let keyPEM = """
    -----BEGIN PRIVATE KEY-----
    MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgUUNWhw9WdXDvQcYZ
    u8gZkkJobo5YXESjAbtDf026XVqhRANCAARtJfql50BdDNK8XB/9y2O8IVSxj0h+
    cYDVvSkqeKsj3bJvZc+O47iLGtDUpJcIirz4BN1SZsi3d5T5TypK/n6y
    -----END PRIVATE KEY-----
    """
}
